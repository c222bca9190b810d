"""What Maven Central requires of a release, as rules on a repository in Maven's layout, and what this project adds to that."""

import hashlib
import json
import os
import re
import subprocess
import xml.etree.ElementTree as ElementTree
import zipfile

GROUP = "io.counterfoil"
POM = "{http://maven.apache.org/POM/4.0.0}"
JAVA_17 = 61
CHECKSUMS = ("md5", "sha1", "sha256", "sha512")


class Pom:
    """A published pom; what it lacks is its parent's."""

    def __init__(self, path, parents):
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.root = ElementTree.fromstring(self.text)
        self.artifact = self.root.findtext(POM + "artifactId")
        self.packaging = self.root.findtext(POM + "packaging") or "jar"
        parent = self.root.find(POM + "parent")
        self.parent = parents(parent.findtext(POM + "artifactId")) if parent is not None else None

    def own(self, path):
        found = self.root.findtext("/".join(POM + name for name in path.split("/")))
        return (found or "").strip()

    def value(self, path):
        return self.own(path) or (self.parent.value(path) if self.parent else "")

    def dependencies(self):
        inherited = self.parent.dependencies() if self.parent else []
        return inherited + [
            {name: (each.findtext(POM + name) or "").strip() for name in ("groupId", "artifactId", "scope")}
            for each in self.root.findall(f"{POM}dependencies/{POM}dependency")
        ]


class Repository:
    """The published files of one version."""

    def __init__(self, directory, version, published):
        self.directory = os.path.join(directory, *GROUP.split("."))
        self.version = version
        self.published = set(published)
        self.poms = {}

    def file(self, artifact, suffix):
        return os.path.join(self.directory, artifact, self.version, f"{artifact}-{self.version}{suffix}")

    def pom(self, artifact):
        if artifact not in self.poms:
            self.poms[artifact] = Pom(self.file(artifact, ".pom"), self.pom)
        return self.poms[artifact]

    def complaints(self):
        """One line for each broken rule."""
        found = set(os.listdir(self.directory)) if os.path.isdir(self.directory) else set()
        for artifact in sorted(self.published - found):
            yield f"{artifact}: is not there"
        for artifact in sorted(found - self.published):
            yield f"{artifact}: is there, and the list of what is published does not name it"
        for artifact in sorted(self.published & found):
            for complaint in self.of(artifact):
                yield f"{artifact}: {complaint}"

    def of(self, artifact):
        if not os.path.exists(self.file(artifact, ".pom")):
            yield f"no pom of version {self.version}"
            return
        pom = self.pom(artifact)
        suffixes = [".pom"]
        if pom.packaging == "jar":
            suffixes += [".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json"]
        for suffix in suffixes:
            if os.path.exists(self.file(artifact, suffix)):
                yield from self.signed(artifact, suffix)
            else:
                yield f"no {suffix}"
        known = {os.path.basename(self.file(artifact, suffix + end)) for suffix in suffixes + ["-cyclonedx.json"]
                 for end in ("", ".asc") + tuple("." + name for name in CHECKSUMS) + tuple(".asc." + name for name in CHECKSUMS)}
        for name in sorted(set(os.listdir(os.path.dirname(self.file(artifact, "")))) - known):
            if not name.startswith("maven-metadata"):
                yield f"{name} is not to be published"
        yield from self.of_pom(pom)
        if pom.packaging == "jar":
            for suffix, rule in ((".jar", self.of_jar), ("-sources.jar", self.of_sources),
                                 ("-javadoc.jar", self.of_javadoc), ("-cyclonedx.json", self.of_components)):
                if os.path.exists(self.file(artifact, suffix)):
                    yield from rule(artifact, self.file(artifact, suffix))

    def signed(self, artifact, suffix):
        path = self.file(artifact, suffix)
        with open(path, "rb") as file:
            content = file.read()
        for name in ("md5", "sha1"):
            try:
                with open(f"{path}.{name}", encoding="ascii") as file:
                    if file.read().strip() != hashlib.new(name, content).hexdigest():
                        yield f"{suffix}.{name} is not that of the file"
            except FileNotFoundError:
                yield f"no {suffix}.{name}"
        if not os.path.exists(path + ".asc"):
            yield f"no {suffix}.asc"
        elif subprocess.run(["gpg", "--batch", "--verify", path + ".asc", path], capture_output=True).returncode:
            yield f"{suffix}.asc does not verify"

    def of_pom(self, pom):
        for field in ("name", "description"):
            if not pom.own(field):
                yield f"the pom has no {field} of its own"
        for field in ("url", "licenses/license/name", "licenses/license/url", "developers/developer/name",
                      "scm/connection", "scm/developerConnection", "scm/url"):
            value = pom.value(field)
            if not value:
                yield f"the pom has no {field}"
            elif field.endswith("url") and not re.fullmatch(r"https://[a-z0-9.]+/[^\s$]+", value):
                yield f"{field} is {value}"
        if "-SNAPSHOT" in pom.text:
            yield "the pom names a snapshot"
        for element in ("repositories", "pluginRepositories"):
            if pom.root.find(POM + element) is not None:
                yield f"the pom has {element}"
        for each in pom.dependencies():
            name = each["artifactId"]
            if each["scope"] == "system":
                yield f"{name} has the scope system"
            if each["groupId"] == GROUP and each["scope"] != "test" and name not in self.published:
                yield f"depends on {name}, which is not published"

    def of_jar(self, artifact, path):
        with zipfile.ZipFile(path) as jar:
            names = set(jar.namelist())
            yield from legal(names, ".jar")
            manifest = attributes(jar.read("META-INF/MANIFEST.MF").decode())
            if manifest.get("Implementation-Version") != self.version:
                yield f"Implementation-Version is {manifest.get('Implementation-Version')}"
            if not manifest.get("Implementation-Title"):
                yield "no Implementation-Title"
            module, automatic = "module-info.class" in names, "Automatic-Module-Name" in manifest
            if module == automatic:
                yield "has a module-info and an Automatic-Module-Name" if module else "has no module name"
            newer = [name for name in names if name.endswith(".class") and not name.startswith("META-INF/versions/")
                     and int.from_bytes(jar.read(name)[6:8], "big") > JAVA_17]
            if newer:
                yield f"needs more than Java 17: {newer[0]}"

    def of_sources(self, artifact, path):
        with zipfile.ZipFile(path) as sources, zipfile.ZipFile(self.file(artifact, ".jar")) as jar:
            names = set(sources.namelist())
            yield from legal(names, "-sources.jar")
            missing = [name for name in jar.namelist() if name.endswith(".class") and "$" not in name
                       and name.replace(".class", ".java") not in names]
            if missing:
                yield f"-sources.jar has no source of {missing[0]}"

    @staticmethod
    def of_javadoc(artifact, path):
        with zipfile.ZipFile(path) as javadoc:
            if not {"index.html", "element-list"} <= set(javadoc.namelist()):
                yield "-javadoc.jar has no pages"

    def of_components(self, artifact, path):
        with open(path, encoding="utf-8") as file:
            bill = json.load(file)
        own = bill.get("metadata", {}).get("component", {}).get("purl", "")
        if bill.get("bomFormat") != "CycloneDX" or not own.startswith(f"pkg:maven/{GROUP}/{artifact}@{self.version}"):
            yield f"-cyclonedx.json is of {own or 'nothing'}"


def legal(names, suffix):
    for name in ("META-INF/LICENSE", "META-INF/NOTICE"):
        if name not in names:
            yield f"{suffix} has no {name}"


def attributes(manifest):
    """The main attributes of a manifest; a line that begins with a space continues the one before."""
    lines = manifest.replace("\r\n", "\n").replace("\n ", "").split("\n\n")[0].splitlines()
    return dict(line.split(": ", 1) for line in lines if ": " in line)


def published(root):
    """What the bill of materials of this project names, with that itself and the parent."""
    tree = ElementTree.parse(os.path.join(root, "build", "bom", "pom.xml"))
    named = [each.findtext(POM + "artifactId") for each in tree.getroot().iter(POM + "dependency")]
    return named + ["counterfoil-bom", "counterfoil-parent"]


def version(root):
    return ElementTree.parse(os.path.join(root, "pom.xml")).getroot().findtext(POM + "version")

"""Builds a commit of this project into a repository of its own, as a release would."""

import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def fail(message):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {message}")


def last_release():
    """The newest tag vX.Y.Z that this commit descends from; empty where there is none."""
    found = subprocess.run(["git", "-C", ROOT, "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"],
                           capture_output=True, text=True, check=False)
    return found.stdout.strip()


def copy(commit, directory):
    """The files of a commit, as a clone of it would have them under the umask 022: a jar has the modes of its files."""
    os.makedirs(directory)
    archive = subprocess.Popen(["git", "-C", ROOT, "archive", commit], stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "--no-same-permissions", "-C", directory], stdin=archive.stdout, check=True, umask=0o022)
    if archive.wait():
        fail(f"no commit {commit}")
    # The scripts ask git which files there are.
    subprocess.run(["git", "init", "-q", directory], check=True)
    subprocess.run(["git", "-C", directory, "add", "-A"], check=True)


def set_version(directory, version):
    subprocess.run([os.path.join(directory, "build", "release", "version"), version], check=True)


def maven(directory, arguments, log, environment=None):
    """Runs Maven, with its output in a file; ends the program where it fails."""
    command = ["mvn", "-B", "-ntp", "-Dmaven.test.skip=true", "-Dspotless.check.skip=true"] + arguments
    print(f"{' '.join(command)}  (output: {log})", flush=True)
    with open(log, "w", encoding="utf-8") as output:
        ended = subprocess.run(command, cwd=directory, stdout=output, stderr=subprocess.STDOUT,
                               umask=0o022, env={**os.environ, **(environment or {})})
    if ended.returncode:
        with open(log, encoding="utf-8", errors="replace") as output:
            errors = [line for line in output if line.startswith(("[ERROR]", "Caused by")) or ": warning: " in line]
        print("".join(errors[:40]), file=sys.stderr)
        # The directory of the log may be removed when this program ends.
        kept = os.path.join(ROOT, "target", os.path.basename(log))
        os.makedirs(os.path.dirname(kept), exist_ok=True)
        if log != kept:
            shutil.copyfile(log, kept)
        fail(f"the build failed; its output is in {kept}")


def deploy(directory, repository, profiles, environment=None):
    """Deploys what is published into a directory, and leaves the machine's local repository as it is."""
    maven(directory, [f"-P{profiles}", "deploy", "-Dmaven.install.skip=true", f"-DaltDeploymentRepository=staging::file:{repository}"],
          repository + ".log", environment)

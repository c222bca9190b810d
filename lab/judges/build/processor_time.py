#!/usr/bin/env python3
"""Where a build's processor time goes, by module and kind of process (Linux).

  processor_time.py sample FILE PID   samples all processes every 0.3 s until the process PID has ended, or until SIGTERM, and writes FILE
  processor_time.py table FILE        prints a Markdown table of it

A test's process and all that it starts carry COUNTERFOIL_MODULE in their environment, also those that outlive it; Maven's own process
compiles and checks. What a process used after its last sample is missing: less than 2 % in all.
"""
import collections
import json
import os
import signal
import sys
import time

TICKS = os.sysconf("SC_CLK_TCK")
KINDS = ["tests", "child JVMs", "PostgreSQL", "MariaDB", "RabbitMQ", "Kafka", "browser", "other"]


def kind(command):
    program = command.split(" ")[0].rsplit("/", 1)[-1]
    if program == "java":
        if "surefire" in command:
            return "tests"
        return "Kafka" if "KafkaMain" in command else "child JVMs"
    if program.startswith(("postgres", "initdb", "pg_")):
        return "PostgreSQL"
    if program.startswith(("mariadb", "mysql", "my_print")):
        return "MariaDB"
    if program.startswith(("beam", "erl", "epmd", "rabbitmq", "inet_gethost")):
        return "RabbitMQ"
    return "browser" if "chrom" in program or program == "node" else "other"


def read(path):
    with open(path, "rb") as file:
        return file.read().decode("utf-8", "replace")


def is_running(pid):
    try:
        return not read(f"/proc/{pid}/stat").rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False


def sample(seen):
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = read(f"/proc/{pid}/stat").rpartition(")")[2].split()
            process = seen.setdefault((pid, fields[19]), {"samples": 0})
            process["seconds"] = (int(fields[11]) + int(fields[12])) / TICKS
            if process["samples"] < 3:  # A new process may still carry its parent's program.
                command = read(f"/proc/{pid}/cmdline").replace("\0", " ")
                environment = read(f"/proc/{pid}/environ").split("\0")
                module = [entry[19:] for entry in environment if entry.startswith("COUNTERFOIL_MODULE=")]
                process["module"] = module[0] if module else "Maven" if "plexus.classworlds" in command else ""
                process["kind"] = kind(command)
            process["samples"] += 1
        except (OSError, IndexError):
            continue  # It has ended meanwhile.


def table(processes):
    used = collections.defaultdict(collections.Counter)
    for process in processes:
        if process.get("module"):
            used[process["module"]][process["kind"]] += process["seconds"]
    maven = used.pop("Maven", {})
    print("| module | " + " | ".join(KINDS) + " | all |")
    print("|---|" + "--:|" * (len(KINDS) + 1))
    rows = sorted(used.items(), key=lambda item: -sum(item[1].values()))
    rows.append(("tests, all", sum((row for _, row in rows), collections.Counter())))
    for module, row in rows:
        cells = [f"{row[column]:.0f}" if row[column] >= 0.5 else "" for column in KINDS]
        print(f"| {module} | " + " | ".join(cells) + f" | {sum(row.values()):.0f} |")
    print(f"| Maven: compiling, static checks, packaging |{' |' * len(KINDS)} {sum(maven.values()):.0f} |")


def main(arguments):
    if len(arguments) == 3 and arguments[0] == "sample":
        seen = {}
        stopped = []
        signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
        while not stopped and is_running(arguments[2]):
            sample(seen)
            time.sleep(0.3)
        with open(arguments[1], "w", encoding="utf-8") as file:
            json.dump(list(seen.values()), file)
    elif len(arguments) == 2 and arguments[0] == "table":
        with open(arguments[1], encoding="utf-8") as file:
            table(json.load(file))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])

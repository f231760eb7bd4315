import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { leasePorts } from "../support/lease-ports.mjs";
import { findPrograms, type Tool } from "./programs.ts";

const SUBNET = "10.87.0";
const BRIDGE = "tallybin0";
const NODES = ["db1", "db2", "db3"] as const;
export type Node = (typeof NODES)[number];
const PASSWORD = "example-password";

const addressOf = (node: Node): string => `${SUBNET}.1${node.slice(2)}`;
const namespaceOf = (node: Node): string => `tallybin-${node}`;
const linkOf = (node: Node): string => `tb-${node}`;

const sh = (command: string): string =>
  execFileSync("sh", ["-c", command], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** The guide's file with this machine's addresses and passwords. */
const guideFile = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../deploy/postgresql/${name}`, import.meta.url)), "utf8")
    .replaceAll("10.0.0.", `${SUBNET}.`)
    .replaceAll(/(?:POSTGRES|REPLICATION|REWIND)_PASSWORD/g, PASSWORD);

type Member = { Member: string; Role: string; State: string };

/** Three nodes with etcd, Patroni and PostgreSQL, each in a network namespace; HAProxy and PgBouncer in front. */
export async function startCluster(work: string, isSynchronous: boolean) {
  const programs = findPrograms();
  const children = new Set<ChildProcess>();
  const log = join(work, "log");

  function run(
    { file, args, env }: Tool,
    more: readonly string[],
    node?: Node,
    environment = {},
  ): ChildProcess {
    const user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"];
    const inside = node ? ["ip", "netns", "exec", namespaceOf(node), ...user] : user;
    const [command = "", ...rest] = [...inside, file, ...args, ...more];
    const child = spawn(command, rest, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"], HOME: work, LC_ALL: "C.UTF-8", ...env, ...environment },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => appendFileSync(`${log}-${node ?? "front"}`, chunk));
    children.add(child);
    child.once("close", () => children.delete(child));
    return child;
  }

  function makeNetwork(): void {
    sh(
      `ip link add ${BRIDGE} type bridge && ip addr add ${SUBNET}.1/24 dev ${BRIDGE} && ip link set ${BRIDGE} up`,
    );
    for (const node of NODES)
      sh(`ip netns add ${namespaceOf(node)} &&
        ip link add ${linkOf(node)} type veth peer name eth0 netns ${namespaceOf(node)} &&
        ip link set ${linkOf(node)} master ${BRIDGE} && ip link set ${linkOf(node)} up &&
        ip -n ${namespaceOf(node)} addr add ${addressOf(node)}/24 dev eth0 &&
        ip -n ${namespaceOf(node)} link set eth0 up && ip -n ${namespaceOf(node)} link set lo up`);
  }
  function removeNetwork(): void {
    for (const node of NODES)
      sh(`ip netns del ${namespaceOf(node)} 2>/dev/null; ip link del ${linkOf(node)} 2>/dev/null; true`);
    sh(`ip link del ${BRIDGE} 2>/dev/null; true`);
  }

  function writePatroni(node: Node): string {
    const file = join(work, `${node}.yml`);
    const text = guideFile("patroni.yml")
      .replace("name: db1", `name: ${node}`)
      .replaceAll(
        new RegExp(`(listen|connect_address): ${SUBNET.replaceAll(".", "\\.")}\\.11`, "g"),
        `$1: ${addressOf(node)}`,
      )
      .replace(/data_dir: .*/, `data_dir: ${join(work, node, "data")}`)
      .replace(
        /bin_dir: .*/,
        `bin_dir: ${programs.postgresFolder}\n  parameters: { unix_socket_directories: ${join(work, node)} }`,
      )
      .replace("synchronous_mode: true", `synchronous_mode: ${isSynchronous}`);
    writeFileSync(file, text);
    return file;
  }

  function startNode(node: Node, isNew = false): void {
    const url = (port: number): string => `http://${addressOf(node)}:${port}`;
    const peers = NODES.map((each) => `${each}=http://${addressOf(each)}:2380`).join();
    run(
      programs.etcd,
      [
        ...["--name", node, "--data-dir", join(work, node, "etcd")],
        ...["--listen-client-urls", url(2379), "--advertise-client-urls", url(2379)],
        ...["--listen-peer-urls", url(2380), "--initial-advertise-peer-urls", url(2380)],
        ...["--initial-cluster", peers, "--initial-cluster-state", isNew ? "new" : "existing"],
      ],
      node,
    );
    run(programs.patroni, [writePatroni(node)], node);
  }

  const list = async (): Promise<Member[]> => {
    const { file, args, env } = programs.patronictl;
    const any = NODES.map((node) => join(work, `${node}.yml`));
    for (const config of any) {
      try {
        const out = execFileSync(file, [...args, "-c", config, "list", "-f", "json"], {
          encoding: "utf8",
          timeout: 30_000,
          stdio: ["ignore", "pipe", "ignore"],
          env: { ...process.env, ...env, LC_ALL: "C.UTF-8" },
        });
        return JSON.parse(out) as Member[];
      } catch {}
    }
    return [];
  };
  const primary = async (): Promise<Node | undefined> =>
    (await list()).find(({ Role }) => Role === "Leader")?.Member as Node | undefined;

  /** Waits for a primary and two standbys, one of them synchronous. */
  async function whole(limitMs = 400_000): Promise<void> {
    const began = performance.now();
    for (;;) {
      const members = await list();
      const standbys = members.filter(
        ({ Role, State }) => Role !== "Leader" && /running|streaming/.test(State),
      );
      const isSafe = !isSynchronous || members.some(({ Role }) => Role === "Sync Standby");
      if (members.some(({ Role }) => Role === "Leader") && standbys.length === 2 && isSafe) return;
      if (performance.now() - began > limitMs)
        throw new Error(`The cluster is not whole: ${JSON.stringify(members)}`);
      await pause(500);
    }
  }

  const [haproxyPort, bouncerPort] = [await leasePorts(), await leasePorts()];
  function startFront(): void {
    const haproxy = join(work, "haproxy.cfg");
    writeFileSync(haproxy, guideFile("haproxy.cfg").replace(":5000", `:${haproxyPort}`));
    run(programs.haproxy, ["-db", "-f", haproxy]);
    const bouncer = join(work, "pgbouncer.ini");
    const users = join(work, "userlist.txt");
    writeFileSync(users, `"tallybin" "${PASSWORD}"\n"postgres" "${PASSWORD}"\n`);
    writeFileSync(
      bouncer,
      guideFile("pgbouncer.ini")
        .replace("port=5000", `port=${haproxyPort}`)
        .replace("6432", String(bouncerPort))
        .replace(/^listen_port = .*/m, `listen_port = ${bouncerPort}`)
        .replace(/auth_file = .*/, `auth_file = ${users}\nunix_socket_dir =`),
    );
    run(programs.pgbouncer, [bouncer]);
  }

  /** The rows of the last of some statements, each sent once. Waits for a primary. */
  async function query<Row extends pg.QueryResultRow>(database: string, ...texts: string[]): Promise<Row[]> {
    for (let attempt = 0; ; attempt++) {
      const client = new pg.Client({
        connectionString: `postgres://postgres:${PASSWORD}@127.0.0.1:${haproxyPort}/${database}`,
      });
      client.on("error", () => undefined);
      try {
        await client.connect();
        let rows: Row[] = [];
        for (const text of texts) ({ rows } = await client.query<Row>(text));
        return rows;
      } catch (error) {
        if (attempt > 60) throw error;
        await pause(500);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }

  const killAll = (): void => {
    for (const node of NODES)
      sh(`for pid in $(ip netns pids ${namespaceOf(node)} 2>/dev/null); do kill -9 $pid; done; true`);
    for (const child of children) child.kill("SIGKILL");
    removeNetwork();
  };
  process.once("exit", killAll);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  killAll();
  makeNetwork();
  for (const node of NODES) {
    mkdirSync(join(work, node), { recursive: true });
    chmodSync(join(work, node), 0o700);
  }
  chmodSync(work, 0o755);
  execFileSync("chown", ["-R", "nobody:nogroup", work]);
  for (const node of NODES) startNode(node, true);
  startFront();
  await whole(180_000);
  await query(
    "postgres",
    `create role tallybin login password '${PASSWORD}'`,
    "create database tallybin owner tallybin",
  );

  return {
    /** Through PgBouncer in transaction mode, HAProxy, to the primary. */
    databaseUrl: `postgres://tallybin:${PASSWORD}@127.0.0.1:${bouncerPort}/tallybin`,
    /** Through HAProxy alone. */
    query,
    primary,
    whole,
    /** Ends every process of a node without a warning, as a lost machine does. */
    killNode(node: Node): void {
      sh(`for pid in $(ip netns pids ${namespaceOf(node)}); do kill -9 $pid; done`);
    },
    startNode,
    partition: (node: Node): void => void sh(`ip link set ${linkOf(node)} down`),
    heal: (node: Node): void => void sh(`ip link set ${linkOf(node)} up`),
    /** The guide's command for a planned change of the primary. */
    switchOver(from: Node): void {
      const { file, args, env } = programs.patronictl;
      execFileSync(
        file,
        [...args, "-c", join(work, `${from}.yml`), "switchover", "tallybin", "--leader", from, "--force"],
        {
          stdio: "pipe",
          timeout: 60_000,
          env: { ...process.env, ...env, LC_ALL: "C.UTF-8" },
        },
      );
    },
    stop: killAll,
  };
}

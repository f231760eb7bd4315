import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask } from "../support/ask.ts";
import { findProgram } from "../support/debian-programs.ts";

/** A response as a browser gets it. */
export async function answerOf(url: string): Promise<Answer> {
  const { headers, body } = await ask(url, { headers: { "accept-encoding": "br" } });
  return { headers: Object.entries(headers).map(([name, value]) => [name, String(value)]), body };
}
type Answer = { headers: [string, string][]; body: Buffer };

/** Headers that every server writes by itself. */
const OWN = new Set(["date", "connection", "keep-alive", "content-length", "content-type", "accept-ranges"]);

const quote = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;

function locationOf(path: string, file: string, { headers }: Answer): string {
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "text/plain";
  const others = headers.filter(([name]) => !OWN.has(name));
  return [
    `location = ${path} {`,
    `  types {} default_type ${quote(type)}; etag off; alias ${file};`,
    ...others.map(([name, value]) => `  add_header ${name} ${quote(value)};`),
    "}",
  ].join("\n");
}

/** Runs nginx in one process with one server. */
function runNginx(http: string, folder: string): ChildProcess {
  mkdirSync(folder, { recursive: true });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join("\n");
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; open_file_cache max=100;
  keepalive_requests 1000000000; keepalive_timeout 620s;
  ${temporary}
  ${http}
}
`,
  );
  const { file, env } = findProgram("nginx", ["nginx", "nginx-common"]);
  return spawn(file, ["-c", join(folder, "nginx.conf"), "-e", "stderr"], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Starts nginx with copies of another server's responses: the same bytes, the same headers. */
export async function startNginx(
  origin: string,
  paths: readonly string[],
  port: number,
  folder: string,
): Promise<ChildProcess> {
  mkdirSync(folder, { recursive: true });
  const locations: string[] = [];
  for (const [index, path] of paths.entries()) {
    const answer = await answerOf(origin + path);
    const file = join(folder, `answer-${index}`);
    writeFileSync(file, answer.body);
    locations.push(locationOf(path, file, answer));
  }
  return runNginx(`server { listen 127.0.0.1:${port}; ${locations.join("\n")} }`, folder);
}

import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { request as requestPlain } from "node:http";
import { createServer } from "node:https";

/** One DER value: its tag, its length, its content. */
const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const time = (at: Date) =>
  der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-:T]/g, "")}Z`, "ascii"));

const DAY_MS = 86_400_000;

/** A certificate of `localhost` for this process alone, signed by its own key. */
function selfSigned() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const algorithm = sequence(oid("2a8648ce3d040302")); // ecdsa-with-SHA256
  const name = sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from("localhost"))))); // commonName
  const hosts = sequence(oid("551d11"), der(0x04, sequence(der(0x82, Buffer.from("localhost"))))); // subjectAltName
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(new Date(Date.now() - DAY_MS)), time(new Date(Date.now() + DAY_MS))),
    name,
    spki,
    der(0xa3, sequence(hosts)),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  const certificate = sequence(body, algorithm, signature).toString("base64");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
    /** Chromium's switch that trusts this key. */
    trust: `--ignore-certificate-errors-spki-list=${createHash("sha256").update(spki).digest("base64")}`,
  };
}

/** TLS in front of a server on this machine, as a proxy in production. */
export async function startTlsProxy(port: number, targetPort: number) {
  const { cert, key, trust } = selfSigned();
  const server = createServer({ cert, key }, (request, response) => {
    const { method, url, headers } = request;
    const forwarded = requestPlain({ port: targetPort, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.once("error", () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    trust,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

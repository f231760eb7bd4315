import { createHash, KeyObject } from "node:crypto";
import { request as requestPlain } from "node:http";
import { createServer } from "node:https";
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from "@peculiar/x509";

const DAY_MS = 86_400_000;
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** A certificate of `localhost` for this process alone, signed by its own key. */
async function selfSigned() {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: "CN=localhost",
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [new SubjectAlternativeNameExtension([{ type: "dns", value: "localhost" }])],
  });
  const spki = Buffer.from(await crypto.subtle.exportKey("spki", keys.publicKey));
  return {
    cert: certificate.toString("pem"),
    key: KeyObject.from(keys.privateKey).export({ type: "pkcs8", format: "pem" }),
    /** Chromium's switch that trusts this key. */
    trust: `--ignore-certificate-errors-spki-list=${createHash("sha256").update(spki).digest("base64")}`,
  };
}

/** TLS in front of a server on this machine, as a proxy in production. */
export async function startTlsProxy(port: number, targetPort: number) {
  const { cert, key, trust } = await selfSigned();
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

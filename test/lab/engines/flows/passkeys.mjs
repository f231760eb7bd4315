import { ACCOUNT_MENU, newPerson, SETTINGS, signOut, signUp } from "./people.mjs";

/**
 * A software authenticator in place of `navigator.credentials`: the drivers have no virtual authenticator (WebDriver
 * BiDi has no commands for one, and WebKitGTK has no passkeys). It holds one ES256 key and runs real ceremonies,
 * which the local services verify. Its key is in the site's storage, because the stub is lost with its page.
 */
const AUTHENTICATOR = `(() => {
  const KEY = "engine-authenticator";
  const hash = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const utf8 = (text) => new TextEncoder().encode(text);
  const join = (...parts) => {
    const bytes = parts.flatMap((part) => [...part]);
    return Uint8Array.from(bytes);
  };
  const base64Url = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const fromBase64Url = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
  const ES256 = { name: "ECDSA", namedCurve: "P-256" };
  const clientData = (type, challenge) =>
    utf8(JSON.stringify({ type, challenge: base64Url(challenge), origin: location.origin, crossOrigin: false }));
  const counter = (count) => [count >>> 24, count >>> 16, count >>> 8, count].map((each) => each & 255);
  /** A CBOR byte string: a header with its length, then its bytes. */
  const byteString = (bytes) =>
    join(bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255], bytes);
  const text = (value) => join([0x60 + value.length], utf8(value));
  const integer = (bytes) => {
    let start = 0;
    while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
    const rest = bytes.slice(start);
    const value = rest[0] & 0x80 ? join([0], rest) : rest;
    return join([2, value.length], value);
  };
  const toDer = (raw) => {
    const body = join(integer(raw.slice(0, 32)), integer(raw.slice(32)));
    return join([0x30, body.length], body);
  };
  const read = () => JSON.parse(localStorage.getItem(KEY) ?? "null");
  const write = (value) => localStorage.setItem(KEY, JSON.stringify(value));
  const refuse = () => {
    if (localStorage.getItem(KEY + "-refuses")) throw new DOMException("refused", "NotAllowedError");
  };
  const credential = (id, response) => ({ id: base64Url(id), rawId: id.buffer, type: "public-key", response });

  const credentials = {
    async create({ publicKey }) {
      refuse();
      const pair = await crypto.subtle.generateKey(ES256, true, ["sign", "verify"]);
      const jwk = await crypto.subtle.exportKey("jwk", pair.privateKey);
      const id = crypto.getRandomValues(new Uint8Array(16));
      write({ jwk, id: base64Url(id), user: base64Url(publicKey.user.id), rpId: publicKey.rp.id, count: 0 });
      const cose = join(
        [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21], byteString(fromBase64Url(jwk.x)), [0x22], byteString(fromBase64Url(jwk.y)),
      );
      const data = join(
        await hash(utf8(publicKey.rp.id)), [0x45], counter(0), new Uint8Array(16), [0, id.length], id, cose,
      );
      const attestation = join(
        [0xa3], text("fmt"), text("none"), text("attStmt"), [0xa0], text("authData"), byteString(data),
      );
      return credential(id, {
        clientDataJSON: clientData("webauthn.create", publicKey.challenge).buffer,
        attestationObject: attestation.buffer,
      });
    },
    async get({ publicKey }) {
      refuse();
      const held = read();
      if (!held || held.rpId !== publicKey.rpId) throw new DOMException("none", "NotAllowedError");
      write({ ...held, count: held.count + 1 });
      const client = clientData("webauthn.get", publicKey.challenge);
      const data = join(await hash(utf8(publicKey.rpId)), [0x05], counter(held.count + 1));
      const key = await crypto.subtle.importKey("jwk", held.jwk, ES256, false, ["sign"]);
      const raw = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, join(data, await hash(client)));
      return credential(fromBase64Url(held.id), {
        clientDataJSON: client.buffer,
        authenticatorData: data.buffer,
        signature: toDer(new Uint8Array(raw)).buffer,
        userHandle: fromBase64Url(held.user).buffer,
      });
    },
  };
  Object.defineProperty(navigator, "credentials", { configurable: true, value: credentials });
  Object.defineProperty(window, "PublicKeyCredential", {
    configurable: true,
    value: class { static isConditionalMediationAvailable = async () => false; },
  });
})();`;

const REFUSE = `localStorage.setItem("engine-authenticator-refuses", "1")`;
const PASSKEY_BUTTON = { role: "button", name: /^Sign in with a passkey/ };

export default [
  {
    name: "a passkey is added, canceled and signs in (stubbed authenticator)",
    script: AUTHENTICATOR,
    async run({ tab }) {
      await signUp(tab, newPerson());
      await tab.goto(`${SETTINGS}#passkeys`);
      await tab.click({ role: "button", name: "Add a passkey" });
      await tab.see({ role: "status", text: /is added\. You can sign in with it/ });
      await signOut(tab);
      await tab.goto("/auth/signin");
      await tab.click(PASSKEY_BUTTON);
      await tab.at("/dashboard");
      await tab.see(ACCOUNT_MENU);
      await signOut(tab);
      await tab.run(REFUSE);
      await tab.goto("/auth/signin");
      await tab.click(PASSKEY_BUTTON);
      await tab.see({ role: "status", text: /canceled or timed out/ });
      await tab.run(`localStorage.clear()`);
    },
  },
  {
    name: "a browser without passkeys shows no button for them",
    script: `Reflect.deleteProperty(window, "PublicKeyCredential");`,
    async run({ tab, fail }) {
      await tab.goto("/auth/signin");
      await tab.until(
        `document.querySelector("main form:not([data-hold])") !== null`,
        "the form becoming ready",
      );
      if (await tab.find(PASSKEY_BUTTON)) fail("the button is there");
    },
  },
];

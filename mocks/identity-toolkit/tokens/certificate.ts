/** The DER encoding of X.509, as far as a self-signed certificate of an RSA key needs it. */

type Bytes = Uint8Array<ArrayBuffer>;

const textBytes = (text: string): Bytes => new TextEncoder().encode(text);

/** A value with its tag and length. */
function encodeValue(tag: number, ...parts: (Bytes | readonly number[])[]): Bytes {
  const content = parts.flatMap((part) => [...part]);
  const digits: number[] = [];
  for (let left = content.length; left > 0; left = Math.floor(left / 256)) digits.unshift(left % 256);
  const length = content.length < 128 ? [content.length] : [0x80 + digits.length, ...digits];
  return Uint8Array.from([tag, ...length, ...content]);
}

const [INTEGER, BIT_STRING, NULL, OID, UTF8, UTC_TIME, TIME, SEQUENCE, SET] = [
  0x02, 0x03, 0x05, 0x06, 0x0c, 0x17, 0x18, 0x30, 0x31,
];
/** `sha256WithRSAEncryption` */
const ALGORITHM = encodeValue(
  SEQUENCE,
  encodeValue(OID, [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b]),
  encodeValue(NULL),
);
const COMMON_NAME = encodeValue(OID, [0x55, 0x04, 0x03]);
const NAME = encodeValue(
  SEQUENCE,
  encodeValue(
    SET,
    encodeValue(
      SEQUENCE,
      COMMON_NAME,
      encodeValue(UTF8, textBytes("securetoken.system.gserviceaccount.com")),
    ),
  ),
);
/** All the time that the virtual clock has: from 1970, and without an end. */
const VALIDITY = encodeValue(
  SEQUENCE,
  encodeValue(UTC_TIME, textBytes("700101000000Z")),
  encodeValue(TIME, textBytes("99991231235959Z")),
);

/**
 * Makes the self-signed certificate of a key, as PEM.
 * @see https://www.rfc-editor.org/rfc/rfc5280#section-4.1
 */
export async function createCertificate(publicKey: CryptoKey, privateKey: CryptoKey): Promise<string> {
  const keyInfo = new Uint8Array(await crypto.subtle.exportKey("spki", publicKey));
  const serialNumber = encodeValue(INTEGER, [1]);
  const body = encodeValue(SEQUENCE, serialNumber, ALGORITHM, NAME, VALIDITY, NAME, keyInfo);
  const signature = new Uint8Array(await crypto.subtle.sign(privateKey.algorithm, privateKey, body));
  const certificate = encodeValue(SEQUENCE, body, ALGORITHM, encodeValue(BIT_STRING, [0], signature));
  const lines = btoa(String.fromCharCode(...certificate)).match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

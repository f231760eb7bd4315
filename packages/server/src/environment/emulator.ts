type Addresses = { IDENTITY_TOOLKIT_URL: string; SECURE_TOKEN_URL: string; TOKEN_KEYS_URL: string };

const isOnThisMachine = (address: string): boolean =>
  ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname);

/**
 * Google's Auth Emulator signs no tokens and publishes no keys, so a production server would refuse all its users. A
 * local identity service that signs needs keys from this machine too.
 */
export function emulatorFaults(addresses: Addresses): string[] {
  if (isOnThisMachine(addresses.TOKEN_KEYS_URL)) return [];
  return (["IDENTITY_TOOLKIT_URL", "SECURE_TOKEN_URL"] as const)
    .filter((name) => isOnThisMachine(addresses[name]))
    .map(
      (name) =>
        `${name} must not be an emulator's address: its tokens are not signed, so production believes none. Use \`npm start\`, or \`npm run lab -- local-services\` with its TOKEN_KEYS_URL.`,
    );
}

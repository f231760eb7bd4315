import type { PublicConfig } from "@tallybin/contract/public-config";

const config: PublicConfig = {
  mode: "production",
  origin: "https://tallybin.example",
  identity: {
    apiKey: "example-key",
    projectId: "demo-project",
    identityToolkitUrl: "/identitytoolkit.googleapis.com",
    secureTokenUrl: "/securetoken.googleapis.com",
  },
  documents: { url: "/" },
  providers: [],
  sms: "off",
  passkeys: true,
  breachedPasswords: false,
  contactEndpoint: "/api/sheets/contact?tabId=responses",
  newsletterEndpoint: "/api/newsletter",
  analytics: null,
  plans: {},
  pictureHosts: [],
  local: null,
};

/** The server's configuration block. Read once, so the first test of a file decides. */
export function putConfig(changes: Partial<PublicConfig> = {}): void {
  const block = document.head.appendChild(document.createElement("script"));
  block.id = "config";
  block.type = "application/json";
  block.textContent = JSON.stringify({ ...config, ...changes });
}

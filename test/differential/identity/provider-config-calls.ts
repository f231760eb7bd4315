import fc from "fast-check";
import { body, name, one } from "./arbitraries.ts";
import type { Shape } from "./command.ts";
import { PROJECT } from "./sides.ts";

const enabled = fc.boolean();
const clientId = one("client-1");
const KINDS = [
  ["defaultSupportedIdpConfigs", "idpId=github.com", "github.com", { clientId }],
  [
    "oauthIdpConfigs",
    "oauthIdpConfigId=oidc.x",
    "oidc.x",
    { clientId, displayName: name, issuer: one("https://x.test") },
  ],
  [
    "inboundSamlConfigs",
    "inboundSamlConfigId=saml.x",
    "saml.x",
    {
      displayName: name,
      idpConfig: one({ idpEntityId: "x", ssoUrl: "https://x.test" }),
      spConfig: one({ spEntityId: "us" }),
    },
  ],
] as const;

/** Provider configurations, which Google's emulator only validates. */
export const providerConfigCalls: Shape[] = KINDS.flatMap(([kind, query, id, fields]) => {
  const call = (verb: string, method: string, path: string, sent?: fc.Arbitrary<unknown>): Shape => ({
    operation: `projects.${kind}.${verb}`,
    method,
    path: `/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/${kind}${path}`,
    access: "owner",
    ...(sent && { body: sent }),
    weight: 0.2,
  });
  const create = call("create", "POST", `?${query}`, body(fields, { enabled }));
  // Each call ends its sequence, so there are few of them.
  if (kind !== "oauthIdpConfigs") return [create];
  return [
    create,
    call("list", "GET", ""),
    call("get", "GET", `/${id}`),
    call("patch", "PATCH", `/${id}?updateMask=enabled`, body({}, { ...fields, enabled })),
    call("delete", "DELETE", `/${id}`),
  ];
});

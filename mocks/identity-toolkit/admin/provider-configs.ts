import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert } from "../../http/api-error.ts";
import { type Call, createRouteFactory, type Route } from "../../http/router.ts";
import { parseBody, schemaOf } from "../../http/wire.ts";
import requests from "../requests/requests.json" with { type: "json" };
import { defineOperation, type RequestName } from "../requests/requests.ts";
import type { ProviderConfig } from "../state/state.ts";
import { copyValueAtPath } from "./config.ts";

/** A kind of configuration: the parameter and the form of its IDs, and the fields that it must have. */
type Kind = { name: RequestName; idIn: string; id: RegExp; needs: Record<string, string> };

const KINDS: readonly Kind[] = [
  /** @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects.defaultSupportedIdpConfigs */
  {
    name: "defaultSupportedIdpConfigs",
    idIn: "idpId",
    id: /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
    needs: { clientId: "MISSING_OAUTH_CLIENT_ID" },
  },
  /** @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects.oauthIdpConfigs */
  {
    name: "oauthIdpConfigs",
    idIn: "oauthIdpConfigId",
    id: /^oidc\.[a-z0-9-]+$/,
    needs: { clientId: "MISSING_OAUTH_CLIENT_ID", issuer: "MISSING_ISSUER" },
  },
  /** @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects.inboundSamlConfigs */
  {
    name: "inboundSamlConfigs",
    idIn: "inboundSamlConfigId",
    id: /^saml\.[a-z0-9-]+$/,
    needs: { idpConfig: "MISSING_CONFIG", spConfig: "MISSING_SAML_RELYING_PARTY_CONFIG" },
  },
];

const DEFAULT_PAGE = 100;

/** Lists one page of configurations, sorted by ID. The page token is the last ID of the previous page. */
function listProviderConfigs({ identity }: ServiceContext, kind: string, { url }: Call): object {
  const after = url.searchParams.get("pageToken") ?? "";
  const size = Number(url.searchParams.get("pageSize")) || DEFAULT_PAGE;
  const ids = [...identity.providerConfigs]
    .filter(([id, { name }]) => name.includes(`/${kind}/`) && id > after)
    .map(([id]) => id)
    .sort((one, other) => (one < other ? -1 : 1));
  const page = ids.slice(0, size);
  const more = ids.length > size && page.at(-1);
  return {
    [kind]: page.map((id) => identity.providerConfigs.get(id)),
    ...(more && { nextPageToken: more }),
  };
}

function findProviderConfig(
  { identity }: ServiceContext,
  kind: string,
  { params }: Call,
): [string, ProviderConfig] {
  const id = params["id"] ?? "";
  const config = identity.providerConfigs.get(id);
  if (!config?.name.includes(`/${kind}/`)) throw new ApiError("CONFIGURATION_NOT_FOUND", 404);
  return [id, config];
}

/** Stores a configuration. @throws {ApiError} MISSING_OAUTH_CLIENT_ID and the like */
function storeProviderConfig(
  { identity, projectId }: ServiceContext,
  { name: kind, needs }: Kind,
  id: string,
  fields: unknown,
): object {
  const config: Record<string, unknown> = parseBody(schemaOf(requests[kind]), fields);
  for (const [field, word] of Object.entries(needs)) assert(config[field], word);
  const named = { ...config, name: `projects/${projectId}/${kind}/${id}` };
  identity.providerConfigs.set(id, named);
  return named;
}

function createRoutesOfKind(kind: Kind): Route[] {
  const { name, idIn, id: form } = kind;
  const route = createRouteFactory(name, "owner", `/v2/projects/:project/${name}`);
  const create = defineOperation(name, (context, body, { url }) => {
    const id = url.searchParams.get(idIn);
    assert(id, "MISSING_CONFIG_ID");
    assert(form.test(id), "INVALID_CONFIG_ID");
    assert(!context.identity.providerConfigs.has(id), "CONFIGURATION_EXISTS", 409);
    return storeProviderConfig(context, kind, id, body);
  });
  const change = defineOperation(name, (context, body, call) => {
    const [id, before] = findProviderConfig(context, name, call);
    const mask = call.url.searchParams.get("updateMask");
    const paths = mask?.split(",") ?? Object.keys(body);
    const next = paths.reduce<unknown>((into, path) => copyValueAtPath(into, body, path.split(".")), before);
    return storeProviderConfig(context, kind, id, next);
  });
  return [
    route("GET", "", (context, call) => listProviderConfigs(context, name, call)),
    route("POST", "", create),
    route("GET", "/:id", (context, call) => findProviderConfig(context, name, call)[1]),
    route("PATCH", "/:id", change),
    route("DELETE", "/:id", (context, call) => {
      context.identity.providerConfigs.delete(findProviderConfig(context, name, call)[0]);
    }),
  ];
}

/** The providers that the project has configured. The emulator has none of these methods. */
export const providerConfigRoutes: Route[] = KINDS.flatMap(createRoutesOfKind);

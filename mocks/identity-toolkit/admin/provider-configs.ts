import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert } from "../../http/api-error.ts";
import {
  type Call,
  createRouteFactory,
  defineOperation,
  type Operation,
  type Route,
} from "../../http/router.ts";
import { fieldsOf, flag, listSchema, recordSchema, text } from "../../http/wire.ts";
import type { ProviderConfig } from "../state/state.ts";
import { copyValueAtPath } from "./config.ts";

const certificates = <const Name extends string>(...names: Name[]) =>
  listSchema(recordSchema(fieldsOf(text, ...names)));

/** A kind of configuration: its schema, the parameter and the form of its IDs, and the fields that it must have. */
type Kind = { idIn: string; id: RegExp; schema: Operation["schema"]; needs: Record<string, string> };

const KINDS: Record<string, Kind> = {
  /** @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects.defaultSupportedIdpConfigs */
  defaultSupportedIdpConfigs: {
    idIn: "idpId",
    id: /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
    schema: recordSchema({
      appleSignInConfig: recordSchema({
        bundleIds: listSchema(text),
        codeFlowConfig: recordSchema(fieldsOf(text, "keyId", "privateKey", "teamId")),
      }),
      ...fieldsOf(text, "clientId", "clientSecret", "name"),
      enabled: flag,
    }),
    needs: { clientId: "MISSING_OAUTH_CLIENT_ID" },
  },
  /** @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects.oauthIdpConfigs */
  oauthIdpConfigs: {
    idIn: "oauthIdpConfigId",
    id: /^oidc\.[a-z0-9-]+$/,
    schema: recordSchema({
      ...fieldsOf(text, "clientId", "clientSecret", "displayName", "issuer", "name"),
      enabled: flag,
      responseType: recordSchema(fieldsOf(flag, "code", "idToken", "token")),
    }),
    needs: { clientId: "MISSING_OAUTH_CLIENT_ID", issuer: "MISSING_ISSUER" },
  },
  /** @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects.inboundSamlConfigs */
  inboundSamlConfigs: {
    idIn: "inboundSamlConfigId",
    id: /^saml\.[a-z0-9-]+$/,
    schema: recordSchema({
      ...fieldsOf(text, "displayName", "name"),
      enabled: flag,
      idpConfig: recordSchema({
        idpCertificates: certificates("x509Certificate"),
        ...fieldsOf(text, "idpEntityId", "ssoUrl"),
        signRequest: flag,
      }),
      spConfig: recordSchema({
        ...fieldsOf(text, "callbackUri", "spEntityId"),
        spCertificates: certificates("expiresAt", "x509Certificate"),
      }),
    }),
    needs: { idpConfig: "MISSING_CONFIG", spConfig: "MISSING_SAML_RELYING_PARTY_CONFIG" },
  },
};

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
  kind: string,
  id: string,
  fields: unknown,
): object {
  const { needs = {}, schema } = KINDS[kind] ?? {};
  const config = v.parse(schema ?? v.unknown(), fields) as Record<string, unknown>;
  for (const [field, word] of Object.entries(needs)) assert(config[field], word);
  const named = { ...config, name: `projects/${projectId}/${kind}/${id}` };
  identity.providerConfigs.set(id, named);
  return named;
}

function createRoutesOfKind([kind, { idIn, id: form, schema }]: [string, Kind]): Route[] {
  const route = createRouteFactory(kind, "owner", `/v2/projects/:project/${kind}`);
  const create = defineOperation(schema, (context, body, { url }) => {
    const id = url.searchParams.get(idIn);
    assert(id, "MISSING_CONFIG_ID");
    assert(form.test(id), "INVALID_CONFIG_ID");
    assert(!context.identity.providerConfigs.has(id), "CONFIGURATION_EXISTS", 409);
    return storeProviderConfig(context, kind, id, body);
  });
  const change = defineOperation(schema, (context, body, call) => {
    const [id, before] = findProviderConfig(context, kind, call);
    const mask = call.url.searchParams.get("updateMask");
    const paths = mask?.split(",") ?? Object.keys(body as object);
    const next = paths.reduce<unknown>((into, name) => copyValueAtPath(into, body, name.split(".")), before);
    return storeProviderConfig(context, kind, id, next);
  });
  return [
    route("GET", "", (context, call) => listProviderConfigs(context, kind, call)),
    route("POST", "", create),
    route("GET", "/:id", (context, call) => findProviderConfig(context, kind, call)[1]),
    route("PATCH", "/:id", change),
    route("DELETE", "/:id", (context, call) => {
      context.identity.providerConfigs.delete(findProviderConfig(context, kind, call)[0]);
    }),
  ];
}

/** The providers that the project has configured. The emulator has none of these methods. */
export const providerConfigRoutes: Route[] = Object.entries(KINDS).flatMap(createRoutesOfKind);

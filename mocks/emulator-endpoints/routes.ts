import type { ServiceContext } from "../core/service-context.ts";
import { operationRoute } from "../http/operation.ts";
import { createRouter, type Route } from "../http/router.ts";
import { ConfigBody, changeSwitches, readSwitches } from "../identity-toolkit/admin/config.ts";
import { sdkPages } from "../sdk-pages/routes.ts";
import type { Service } from "../serving/serve.ts";
import { followLink } from "./action.ts";

const PROJECT = "/emulator/v1/projects/{project}";

const control = (method: string, path: string, run: Route<ServiceContext>["run"]): Route<ServiceContext> => ({
  method,
  path,
  endpoint: "emulator",
  access: "control",
  run,
});

/** Unused codes, oldest first, as the emulator lists them. */
const oobCodes = ({ identity }: ServiceContext): object => ({
  oobCodes: [...identity.oobCodes.values()].map(({ email, newEmail, requestType, oobCode, oobLink }) => ({
    email,
    ...(newEmail !== undefined && { newEmail }),
    requestType,
    oobCode,
    oobLink,
  })),
});

const verificationCodes = ({ identity }: ServiceContext): object => ({
  verificationCodes: [...identity.smsCodes.values()].map(({ code, phoneNumber, sessionInfo }) => ({
    code,
    phoneNumber,
    sessionInfo,
  })),
});

/** Deletes every account and keeps pending codes, as the emulator does. */
function deleteAccounts({ identity }: ServiceContext): object {
  identity.removeAll();
  return {};
}

/**
 * The emulator's own endpoints, for tools that control it.
 * @see https://firebase.google.com/docs/reference/rest/auth#section-auth-emulator
 */
export const emulatorEndpoints: Service = {
  router: createRouter<ServiceContext>([
    { method: "GET", path: "/emulator/action", endpoint: "action", access: "open", run: followLink },
    ...sdkPages,
    control("DELETE", `${PROJECT}/accounts`, deleteAccounts),
    control("GET", `${PROJECT}/config`, readSwitches),
    operationRoute(
      { method: "PATCH", path: `${PROJECT}/config`, endpoint: "emulator", access: "control" },
      ConfigBody,
      changeSwitches,
    ),
    control("GET", `${PROJECT}/oobCodes`, oobCodes),
    control("GET", `${PROJECT}/verificationCodes`, verificationCodes),
  ]),
  pathOf: ({ pathname }) => pathname,
};

/** The status page, registered only if no site uses the root. */
export const rootStatus: Service = {
  router: createRouter<ServiceContext>([
    {
      method: "GET",
      path: "/",
      endpoint: "root",
      access: "open",
      run: () => ({
        authEmulator: {
          ready: true,
          docs: "https://firebase.google.com/docs/emulator-suite",
        },
      }),
    },
  ]),
  pathOf: ({ pathname }) => pathname,
};

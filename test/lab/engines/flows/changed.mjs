import { addIcons, translate } from "../../../support/page-changes.mjs";
import account from "./account.mjs";
import publicFlows from "./public.mjs";

const CHANGES = { "translated pages": translate, "icons beside fields": addIcons };

/** The flows with forms again, on pages that other software changes. */
const flows = [...publicFlows.filter(({ name }) => /message|mistyped|newsletter/.test(name)), ...account];

export default Object.entries(CHANGES).flatMap(([change, script]) =>
  flows.map((flow) => ({ ...flow, name: `${change}: ${flow.name}`, script: `(${script})();` })),
);

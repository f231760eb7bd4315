import { accounts } from "./accounts.ts";
import { actionCodes } from "./action-codes.ts";
import { phone } from "./phone.ts";
import { projectRules } from "./project-rules.ts";
import { providers } from "./providers.ts";
import { secondFactors } from "./second-factors.ts";
import { sessions } from "./sessions.ts";
import { windows } from "./windows.ts";

export const flows = [
  ...accounts,
  ...sessions,
  ...actionCodes,
  ...providers,
  ...projectRules,
  ...secondFactors,
  ...phone,
  ...windows,
];

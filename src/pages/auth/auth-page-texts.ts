import type { AuthType } from "../../config/paths.ts";

export const authPageTexts: Record<AuthType, { title: string; button: string }> = {
  signup: { title: "Get yourself an account", button: "Sign up" },
  signin: { title: "Welcome back", button: "Sign in" },
  forgotpass: { title: "Get a new password", button: "Reset password" },
  changepass: { title: "Choose a new password", button: "Change password" },
};

import type { ReactElement } from "react";
import { Button } from "../../components/button/button.tsx";
import { authPath, paths } from "../../config/paths.ts";
import { useSession } from "../../identity/state/use-session.ts";
import { actions } from "../../styles/layout.css.ts";
import type { ActionMode } from "./action-mode.ts";
import { actionTexts } from "./action-texts.ts";

/** Where to go from an invalid link. */
export function NextStep({ mode }: { mode: ActionMode }) {
  const isIn = useSession().status === "signed-in";
  const to = (path: string, text: string): ReactElement =>
    isIn ? (
      <Button href={path}>{text}</Button>
    ) : (
      <Button href={authPath("signin", path)}>{actionTexts.signIn}</Button>
    );
  return (
    <div className={actions}>
      {mode === "verifyEmail" && to(paths.dashboard, actionTexts.toDashboard)}
      {(mode === "verifyAndChangeEmail" || mode === "revertSecondFactorAddition") &&
        to(paths.settings, actionTexts.toSettings)}
      {mode === "recoverEmail" && <Button href={paths.contact}>{actionTexts.writeToUs}</Button>}
    </div>
  );
}

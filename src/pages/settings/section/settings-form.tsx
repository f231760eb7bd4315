import type { FormEvent } from "react";
import { Button } from "../../../components/button/button.tsx";
import type { Elements } from "../../../lib/elements.ts";
import * as styles from "./settings-page.css.ts";

type SettingsFormProps = {
  /** The text of its button. */
  button: string;
  variant?: "primary" | "secondary";
  destructive?: boolean;
  busy: boolean;
  disabled?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  children: Elements;
};

/** The form of a section, with its button. It is validated by the section. */
export const SettingsForm = ({ button, onSubmit, children, ...look }: SettingsFormProps) => (
  <form
    className={styles.form}
    method="post"
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit(event);
    }}
  >
    {children}
    <div>
      <Button type="submit" {...look}>
        {button}
      </Button>
    </div>
  </form>
);

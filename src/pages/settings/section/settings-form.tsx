import { Button } from "../../../components/button/button.tsx";
import type { Elements } from "../../../lib/elements.ts";
import type { Form } from "../../../lib/use-form.ts";
import * as styles from "./settings-page.css.ts";

type SettingsFormProps = {
  button: string;
  variant?: "primary" | "secondary";
  destructive?: boolean;
  busy: boolean;
  disabled?: boolean;
  form: Pick<Form<unknown>, "attributes">;
  children: Elements;
};

export const SettingsForm = ({ button, form, children, ...look }: SettingsFormProps) => (
  <form {...form.attributes} className={styles.form}>
    {children}
    <Button type="submit" {...look}>
      {button}
    </Button>
  </form>
);

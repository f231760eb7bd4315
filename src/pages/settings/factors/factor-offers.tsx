import { readPhone } from "@tallybin/contract/typed-number";
import type { User } from "../../../account/user.ts";
import { Button } from "../../../components/button/button.tsx";
import { TextField } from "../../../components/text-field/text-field.tsx";
import { siteConfig } from "../../../config/site-config.ts";
import type { Task } from "../../../identity/state/use-task.ts";
import { useForm } from "../../../lib/use-form.ts";
import { SettingsForm } from "../section/settings-form.tsx";
import { factorTexts as texts } from "../section/settings-texts.tsx";
import type { FactorRequest } from "./use-factors.ts";

type FactorOffersProps = {
  user: Pick<User, "uid" | "email" | "enrolledFactors">;
  request: Pick<Task<FactorRequest>, "isBusy" | "latest" | "start">;
};

/** The available second factors: an app, and a phone if the site can send messages. */
export function FactorOffers({ user: { uid, email, enrolledFactors }, request }: FactorOffersProps) {
  const { start, latest, isBusy } = request;
  const form = useForm<{ phone: string }>({
    fields: ["phone"],
    read: (typed) => {
      const { number: phone, problem } = readPhone(typed.phone);
      return phone === undefined ? { problems: { phone: problem } } : { values: { phone } };
    },
    act: ({ phone }) => void start({ ask: "phone", phoneNumber: phone }),
  });
  return (
    <>
      {enrolledFactors.every(({ factorId }) => factorId !== "totp") && (
        <Button
          busy={isBusy && latest?.ask === "totp"}
          disabled={isBusy}
          onClick={() => void start({ ask: "totp", account: email ?? uid })}
        >
          {texts.setUpApp}
        </Button>
      )}
      {siteConfig().sms !== "off" && (
        <SettingsForm
          button={texts.sendCode}
          variant="secondary"
          busy={isBusy && latest?.ask === "phone"}
          disabled={isBusy}
          form={form}
        >
          <TextField
            {...form.field("phone")}
            label={texts.phone}
            hint={texts.phoneHint}
            type="tel"
            autoComplete="tel"
          />
        </SettingsForm>
      )}
    </>
  );
}

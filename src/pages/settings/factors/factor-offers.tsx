import { readPhone } from "@tallybin/contract/typed-number";
import { Button } from "../../../components/button/button.tsx";
import { TextField } from "../../../components/text-field/text-field.tsx";
import { useForm } from "../../../lib/use-form.ts";
import { SettingsForm } from "../section/settings-form.tsx";
import { settingsTexts } from "../section/settings-texts.tsx";

type FactorOffersProps = {
  /** Whether a request is running. */
  busy: boolean;
  /** The factor of the running request, if the request is about one of these two. */
  running: string | undefined;
  offersPhone: boolean;
  hasApp: boolean;
  onApp: () => void;
  onPhone: (phoneNumber: string) => void;
};

const texts = settingsTexts.factors;

/** The available second factors: an app, and a phone if the site can send messages. */
export function FactorOffers({ busy, running, offersPhone, hasApp, onApp, onPhone }: FactorOffersProps) {
  const form = useForm<{ phone: string }>({
    fields: ["phone"],
    read: (typed) => {
      const { number: phone, problem } = readPhone(typed.phone);
      return phone === undefined ? { problems: { phone: problem } } : { values: { phone } };
    },
    act: ({ phone }) => onPhone(phone),
  });
  return (
    <>
      {!hasApp && (
        <div>
          <Button busy={busy && running === "totp"} disabled={busy} onClick={onApp}>
            {texts.setUpApp}
          </Button>
        </div>
      )}
      {offersPhone && (
        <SettingsForm
          button={texts.sendCode}
          variant="secondary"
          busy={busy && running === "phone"}
          disabled={busy}
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

import { Button } from "../../components/button/button.tsx";
import { ArrowRightIcon, CheckIcon } from "../../components/icon/icon.tsx";
import { Section } from "../../components/section/section.tsx";
import { row, samples } from "./samples.css.ts";

const variants = ["primary", "secondary", "simple", "light", "dark"] as const;
const sizes = ["sm", "md", "lg", "xl"] as const;

export const ButtonSamples = () => (
  <>
    <Section background="chalk">
      <h2>Button</h2>
      <div className={samples}>
        {variants.map((variant) => (
          <div key={variant} className={row}>
            {sizes.map((size) => (
              <Button key={size} variant={variant} size={size}>
                {`${variant} ${size}`}
              </Button>
            ))}
            <Button variant={variant} disabled>
              disabled
            </Button>
            <Button variant={variant} busy>
              busy
            </Button>
            <Button variant={variant} startIcon={<CheckIcon />}>
              start icon
            </Button>
            <Button variant={variant} endIcon={<ArrowRightIcon />}>
              end icon
            </Button>
            <Button variant={variant} href="#content">
              link
            </Button>
          </div>
        ))}
        <Button fullWidth>full width</Button>
      </div>
    </Section>
    <Section background="ink" text="paper">
      <h2>Button on ink</h2>
      <div className={samples}>
        <div className={row}>
          {(["light", "secondary", "simple"] as const).map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
        </div>
      </div>
    </Section>
  </>
);

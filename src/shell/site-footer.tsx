import { consentStore, useConsent } from "../analytics/consent-store.ts";
import { Footer } from "../components/footer/footer.tsx";
import { NewsletterForm } from "../newsletter/newsletter-form.tsx";
import { footerColumns } from "./links.ts";
import { shellTexts } from "./shell-texts.tsx";

const askAgain = (): void => consentStore.setState({ isOpen: true });

export function SiteFooter({ currentPath }: { currentPath: string }) {
  const { isOffered } = useConsent();
  return (
    <Footer
      columns={footerColumns}
      currentPath={currentPath}
      newsletter={<NewsletterForm />}
      copyright={shellTexts.copyright}
      {...(isOffered ? { choices: { text: shellTexts.privacyChoices, onSelect: askAgain } } : {})}
    />
  );
}

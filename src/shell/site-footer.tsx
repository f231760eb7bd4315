import { company } from "../company.ts";
import { Footer } from "../components/footer/footer.tsx";
import { consentStore } from "../stores/consent-store.ts";
import { useConsent } from "../stores/use-consent.ts";
import { footerColumns } from "./links.ts";
import { NewsletterForm } from "./newsletter-form.tsx";

const askAgain = (): void => consentStore.setState({ isOpen: true });

export function SiteFooter({ currentPath }: { currentPath: string }) {
  const { isOffered } = useConsent();
  return (
    <Footer
      columns={footerColumns}
      currentPath={currentPath}
      newsletter={<NewsletterForm />}
      copyright={`© ${company.copyrightYear} ${company.name}`}
      {...(isOffered ? { choices: { text: "Privacy choices", onSelect: askAgain } } : {})}
    />
  );
}

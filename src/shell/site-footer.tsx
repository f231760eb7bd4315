import { company } from "../company.ts";
import { Footer } from "../components/footer/footer.tsx";
import { footerColumns } from "./links.ts";
import { NewsletterForm } from "./newsletter-form.tsx";

export const SiteFooter = ({ currentPath }: { currentPath: string }) => (
  <Footer
    columns={footerColumns}
    currentPath={currentPath}
    newsletter={<NewsletterForm />}
    copyright={`© ${company.copyrightYear} ${company.name}`}
  />
);

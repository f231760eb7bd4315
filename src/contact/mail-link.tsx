import { company } from "@tallybin/contract/company";
import { Link } from "../components/link/link.tsx";

export const mailLink = <Link href={`mailto:${company.email}`}>{company.email}</Link>;

import { Link } from "../../components/link/link.tsx";
import * as styles from "./solutions-list.css.ts";
import { solutionsTexts } from "./solutions-texts.ts";
import { useShownBlock } from "./use-shown-block.ts";

type SolutionsListProps = { items: readonly { id: string; text: string }[] };

/** The page's table of contents, visible while reading on a wide screen; marks the current block. */
export function SolutionsList({ items }: SolutionsListProps) {
  const shown = useShownBlock(items.map(({ id }) => id));
  return (
    <nav className={styles.list} aria-label={solutionsTexts.onThisPage}>
      <ol className={styles.row}>
        {items.map(({ id, text }) => (
          <li key={id}>
            <Link
              className={styles.link}
              href={`#${id}`}
              {...(id === shown ? { "aria-current": "location" } : {})}
            >
              {text}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

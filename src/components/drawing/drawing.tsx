import { type ComponentType, Suspense, useState } from "react";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import * as styles from "./drawing.css.ts";

type DrawnPicture = ComponentType<{ decorative?: boolean }>;
type DrawingProps = { className?: string; decorative?: boolean };

/**
 * A drawn picture that costs the first view no script: where its page was prerendered, the drawing is in the HTML
 * already and nothing about it ever changes, so React is told to leave it alone. Its code is fetched only where the
 * page is reached by a navigation.
 */
export function drawing(load: () => Promise<DrawnPicture>, width: number, height: number) {
  const Room = () => (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true" />
  );
  const Picture = lazyComponent<{ decorative?: boolean }>(load, Room); // a page without its picture can still be read
  return function Drawing({ className, decorative = false }: DrawingProps) {
    // Decided once: false while hydrating, true where this is rendered by the browser alone.
    const hydrated = useHydrated();
    const [drawHere] = useState(import.meta.env.SSR || hydrated);
    const frame = className === undefined ? styles.drawing : `${styles.drawing} ${className}`;
    if (!drawHere) {
      // biome-ignore lint/security/noDangerouslySetInnerHtml: an empty constant that hydration compares and never writes
      return <div className={frame} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />;
    }
    return (
      <div className={frame}>
        <Suspense fallback={<Room />}>
          <Picture decorative={decorative} />
        </Suspense>
      </div>
    );
  };
}

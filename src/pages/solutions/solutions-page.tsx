import { useEffect, useState } from "react";
import { Button } from "../../components/button/button.tsx";
import { lazyDrawing } from "../../components/drawing/drawing.tsx";
import { CheckIcon } from "../../components/icon/icon.tsx";
import { Link } from "../../components/link/link.tsx";
import { Section } from "../../components/section/section.tsx";
import { paths, solutionId } from "../../config/paths.ts";
import { CallToAction } from "../../contact/call-to-action.tsx";
import { lead, stack, visuallyHidden } from "../../styles/layout.css.ts";
import * as styles from "./solutions-page.css.ts";
import { solutionsTexts } from "./solutions-texts.ts";

/** `imageUrl` is the picture as a file. The page draws the same from its component, sharp and without a request. */
const solutions = [
  {
    ...solutionsTexts.detection,
    imageUrl: "/images/solution-1.svg",
    Picture: lazyDrawing(
      async () => (await import("../../artwork/solution-detection.tsx")).SolutionDetection,
    ),
  },
  {
    ...solutionsTexts.characterization,
    imageUrl: "/images/solution-2.svg",
    Picture: lazyDrawing(
      async () => (await import("../../artwork/solution-composition.tsx")).SolutionComposition,
    ),
  },
  {
    ...solutionsTexts.feedback,
    imageUrl: "/images/solution-3.svg",
    Picture: lazyDrawing(async () => (await import("../../artwork/solution-feedback.tsx")).SolutionFeedback),
  },
  {
    ...solutionsTexts.compliance,
    imageUrl: "/images/solution-4.svg",
    Picture: lazyDrawing(
      async () => (await import("../../artwork/solution-compliance.tsx")).SolutionCompliance,
    ),
  },
];

export const SolutionsPage = () => (
  <>
    <Section padding="lg">
      <div className={stack}>
        <h1>{solutionsTexts.title}</h1>
        <p className={lead}>{solutionsTexts.lead}</p>
      </div>
    </Section>
    <div>
      <SolutionsList />
      {solutions.map((solution, index) => (
        <SolutionBlock key={solution.title} solution={solution} index={index} />
      ))}
    </div>
    <CallToAction />
  </>
);

function SolutionBlock({ solution, index }: { solution: (typeof solutions)[number]; index: number }) {
  const { title, problem, solution: answer, bulletPoints, Picture } = solution;
  return (
    <Section id={solutionId(index)} background={index % 2 === 0 ? "chalk" : "paper"} padding="lg">
      <div className={styles.block}>
        <Picture className={index % 2 === 0 ? styles.picture : styles.pictureLast} />
        <div className={styles.text}>
          <h2 className={styles.heading}>{title}</h2>
          {problem.map((paragraph) => (
            <p key={paragraph} className={styles.problem}>
              {paragraph}
            </p>
          ))}
          {answer.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <ul className={styles.points}>
            {bulletPoints.map((point) => (
              <li key={point} className={styles.point}>
                <span className={styles.tick}>
                  <CheckIcon />
                </span>
                <span>{point}</span>
              </li>
            ))}
          </ul>
          <p className={styles.action}>
            <Button
              href={paths.contact}
              variant="secondary"
              text={
                <span>
                  {solutionsTexts.learnMore}
                  <span className={visuallyHidden}>{solutionsTexts.about(title)}</span>
                </span>
              }
            />
          </p>
        </div>
      </div>
    </Section>
  );
}

/** The page's table of contents, visible while reading on a wide screen; marks the current block. */
function SolutionsList() {
  const shown = useShownBlock();
  return (
    <nav className={styles.list} aria-label={solutionsTexts.onThisPage}>
      <ol className={styles.row}>
        {solutions.map(({ shortTitle }, index) => (
          <li key={shortTitle}>
            <Link
              className={styles.link}
              href={`#${solutionId(index)}`}
              aria-current={solutionId(index) === shown ? "location" : undefined}
              text={shortTitle}
            />
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A line slightly above the middle of the window. The block that crosses it is the current one. */
const READING_LINE = "-45% 0px -54% 0px";

function useShownBlock(): string | undefined {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    const blocks = solutions.map((_, index) => solutionId(index));
    // Where two blocks meet, both cross the line. When one leaves it, the other does not enter it again.
    const crossing = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) crossing.add(target.id);
          else crossing.delete(target.id);
        setShown(blocks.findLast((id) => crossing.has(id)));
      },
      { rootMargin: READING_LINE },
    );
    for (const id of blocks) {
      const block = document.getElementById(id);
      if (block) observer.observe(block);
    }
    return () => observer.disconnect();
  }, []);
  return shown;
}

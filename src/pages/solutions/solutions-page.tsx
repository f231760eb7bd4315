import { Button } from "../../components/button/button.tsx";
import { CheckIcon } from "../../components/icon/icon.tsx";
import { Section } from "../../components/section/section.tsx";
import { paths } from "../../config/paths.ts";
import { CallToAction } from "../../contact/call-to-action.tsx";
import { stack } from "../../styles/layout.css.ts";
import { lead, visuallyHidden } from "../../styles/utilities.css.ts";
import { type Solution, solutions } from "./solutions.ts";
import { SolutionsList } from "./solutions-list.tsx";
import * as styles from "./solutions-page.css.ts";
import { solutionsTexts } from "./solutions-texts.ts";

const idOf = (index: number) => `solution${index}`;

export function SolutionsPage() {
  return (
    <>
      <Section padding="lg">
        <div className={stack}>
          <h1>{solutionsTexts.title}</h1>
          <p className={lead}>{solutionsTexts.lead}</p>
        </div>
      </Section>
      <div>
        <SolutionsList
          items={solutions.map(({ shortTitle }, index) => ({ id: idOf(index), text: shortTitle }))}
        />
        {solutions.map((solution, index) => (
          <SolutionBlock key={solution.title} solution={solution} index={index} />
        ))}
      </div>
      <CallToAction />
    </>
  );
}

function SolutionBlock({ solution, index }: { solution: Solution; index: number }) {
  const { title, problem, solution: answer, bulletPoints, Picture } = solution;
  return (
    <Section id={idOf(index)} background={index % 2 === 0 ? "chalk" : "paper"} padding="lg">
      <div className={styles.block}>
        <Picture className={index % 2 === 0 ? styles.picture : styles.pictureLast} />
        <div className={styles.text}>
          <h2>{title}</h2>
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
            <Button href={paths.contact} variant="secondary">
              <span>
                {solutionsTexts.learnMore}
                <span className={visuallyHidden}>{solutionsTexts.about(title)}</span>
              </span>
            </Button>
          </p>
        </div>
      </div>
    </Section>
  );
}

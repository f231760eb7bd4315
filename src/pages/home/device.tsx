import type { PictureProps } from "../../artwork/picture.tsx";
import { TruckDevice } from "../../artwork/truck-device.tsx";
import { halves, stack } from "../../styles/layout.css.ts";
import { deviceTexts } from "./device-texts.ts";
import * as styles from "./home-page.css.ts";

/** What an operator bolts onto a truck. The list says what the drawing shows. */
export const Device = ({ decorative }: PictureProps) => (
  <div className={halves}>
    <TruckDevice className={styles.truck} decorative={decorative === true} />
    <div className={stack}>
      <h2 id="device">{deviceTexts.title}</h2>
      <ul className={styles.parts}>
        {deviceTexts.parts.map(({ name, text }) => (
          <li key={name} className={styles.part}>
            <h3 className={styles.partName}>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  </div>
);

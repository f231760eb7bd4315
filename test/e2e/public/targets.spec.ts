import { expect, test } from "../fixtures.ts";

const LEAST_PX = 44;

test.use({ viewport: { width: 360, height: 740 } });

for (const path of ["/", "/contact", "/auth/signup", "/auth/signin"])
  test(`on ${path}, every link, button and field of the header, the forms and the footer is 44 px high`, async ({
    page,
  }) => {
    await page.goto(path);
    const low = await page
      .locator("header, footer, main form, main [data-offer]:not(p)")
      .locator("a:not(p a), button, input:not([hidden]), textarea") // links in sentences may be lower
      .evaluateAll(
        (targets, least) =>
          targets
            .map((target) => ({
              text: target.textContent || target.getAttribute("name"),
              box: target.getBoundingClientRect(),
            }))
            .filter(({ box }) => box.height > 0 && box.height < least)
            .map(({ text, box }) => `${text}: ${box.height}`),
        LEAST_PX,
      );
    expect(low).toEqual([]);
  });

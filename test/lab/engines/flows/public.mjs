import { MAIN, openPage } from "./people.mjs";

const PAGES = [
  "/",
  "/about",
  "/contact",
  "/tech",
  "/solutions",
  "/legal/privacy-policy",
  "/auth/signin",
  "/none",
];
const WIDTHS = [360, 1280];

const overflow = `document.documentElement.scrollWidth > document.documentElement.clientWidth + 1`;

export default [
  {
    name: "public pages at two widths, without console noise",
    async run({ tab, fail }) {
      for (const width of WIDTHS) {
        await tab.resize(width, 780);
        for (const path of PAGES) {
          await openPage(tab, path);
          await tab.see({ role: "heading", name: /\S/, within: MAIN });
          if (await tab.run(overflow)) fail(`${path} scrolls sideways at ${width} px`);
        }
      }
    },
  },
  {
    name: "the menu of a phone",
    async run({ tab, fail }) {
      await tab.resize(360, 780);
      await openPage(tab, "/");
      await tab.click({ role: "button", name: /menu/i });
      const technology = { role: "link", name: "Technology", within: { css: "nav[aria-label=Menu]" } };
      await tab.see(technology);
      await tab.press("Escape");
      await tab.gone(technology);
      if (!(await tab.find({ role: "button", name: /menu/i }))?.focused) fail("Escape loses the focus");
      await tab.click({ role: "button", name: /menu/i });
      await tab.click(technology);
      await tab.at("/tech");
    },
  },
  {
    name: "hash links",
    async run({ tab }) {
      await openPage(tab, "/solutions");
      const hash = "solution2";
      const inView = `(() => { const box = document.getElementById(${JSON.stringify(hash)}).getBoundingClientRect();
        return box.top < innerHeight && box.bottom > 0; })()`;
      await tab.run(`(() => { const a = document.createElement("a"); a.href = "/solutions#${hash}"; a.textContent = "Jump";
        document.querySelector("main").prepend(a); })()`);
      await tab.click({ role: "link", name: "Jump" });
      await tab.until(inView, "the target scrolling into view");
      await openPage(tab, "/about"); // a page that is still loading may lose the navigation
      await tab.run(`void location.assign("/solutions#${hash}")`); // the page navigates itself, because Firefox cancels the driver's navigation
      await tab.at("/solutions");
      await tab.until(inView, "the target of an address scrolling into view");
    },
  },
  {
    name: "the video plays, pauses and plays",
    async run({ tab }) {
      await tab.resize(1280, 780);
      await tab.goto("/");
      const playing = `[...document.querySelectorAll("main video")].some((v) => !v.paused && v.currentTime > 0)`;
      await tab.until(playing, "the video playing");
      await tab.click({ role: "button", name: "Pause video" });
      await tab.until(`document.querySelector("main video").paused`, "the video pausing");
      await tab.click({ role: "button", name: "Play video" });
      await tab.until(`!document.querySelector("main video").paused`, "the video playing again");
    },
  },
  {
    // The question about the address appears above the button when the press takes the focus from the field.
    name: "a contact message, with a press that leaves a mistyped address",
    async run({ tab }) {
      await openPage(tab, "/contact");
      await tab.click({ role: "button", name: "Send message" });
      await tab.see({ text: "Please enter an email address" }); // the code that asks has loaded
      await tab.fill(/^Name/, "Ada Lovelace", MAIN);
      await tab.fill(/^Message/, "Two trucks.", MAIN);
      await tab.fill(/^Email/, "ada@gmial.com", MAIN);
      await tab.click({ role: "button", name: "Send message" });
      await tab.see({ role: "status", text: "Your message has been sent!" });
    },
  },
  {
    name: "a newsletter subscription",
    async run({ tab }) {
      await openPage(tab, "/tech");
      await tab.fill("Newsletter email", "ada@example.com", { css: "footer" });
      await tab.click({ role: "button", name: "Subscribe" });
      await tab.see({ text: "You are now subscribed!", within: { css: "footer" } });
    },
  },
  {
    name: "the order of the keyboard",
    async run({ tab, fail }) {
      await tab.resize(1280, 780);
      await openPage(tab, "/auth/signin");
      await tab.until(
        `!matchMedia("(hover: hover) and (pointer: fine)").matches || document.activeElement.type === "email"`,
        "the first field taking the focus",
      );
      await tab.run(`document.querySelector("a").focus()`);
      const order = [];
      for (let presses = 0; presses < 24; presses++) {
        await tab.press("Tab");
        order.push(
          await tab.run(
            `(() => { const e = document.activeElement; return (e.labels?.[0] ?? e).textContent.trim(); })()`,
          ),
        );
      }
      const wanted = ["Customer Login", "Email", "Password", "Sign in"];
      const positions = wanted.map((name) => order.findIndex((each) => each.startsWith(name)));
      if (
        positions.some((at) => at < 0) ||
        positions.some((at, index) => index > 0 && at < positions[index - 1])
      )
        fail(`Tab goes through: ${order.join(" → ")}`);
    },
  },
  {
    name: "a browser without passkeys shows no button for them",
    script: `Reflect.deleteProperty(window, "PublicKeyCredential");`,
    async run({ tab, fail }) {
      await tab.goto("/auth/signin");
      await tab.until(
        `document.querySelector("main form:not([data-hold])") !== null`,
        "the form becoming ready",
      );
      if (await tab.find({ role: "button", name: /^Sign in with a passkey/ })) fail("the button is there");
    },
  },
];

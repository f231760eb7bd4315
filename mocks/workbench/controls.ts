import { type Html, html } from "../pages/html.ts";
import { workbenchTexts } from "./workbench-texts.ts";

/** The control endpoints of the page's world: their addresses, and requests such as `POST /__local/clock?world=w7`. */
export type Addresses = { href(path: string): string; call(method: string, path: string): string };

type Control = { call: string; body?: object; done?: string };

/** The attributes by which the page's script knows what a control does, and what it shows after it. */
export const renderControl = (
  name: string,
  { call, body, done = workbenchTexts.done(name) }: Control,
): Html => html`data-call="${call}" data-done="${done}" ${body && html`data-body="${JSON.stringify(body)}"`}`;

/** @param key the button's purpose, for buttons with changing names: keeps the focus */
export const renderButton = (text: string, control: Control, name = text, key = name): Html =>
  html`<button type="button" aria-label="${name}" data-key="${key}" ${renderControl(name, control)}>${text}</button>`;

type Title = { name: string; aside?: string | Html; note?: string; isOff?: boolean | undefined };

export const renderItem = ({ name, aside = "", note = "", isOff = false }: Title, controls: Html): Html =>
  html`<li class="item ${isOff && "off"}"><div class="title"><strong>${name}</strong>${aside}</div>
${note !== "" && html`<small>${note}</small>`}${controls}</li>`;

/** @param none shown in place of an empty list */
export const renderList = (id: string, items: readonly Html[], none = ""): Html =>
  html`<ul id="${id}" class="items" data-live>${items.length > 0 || none === "" ? items : html`<li class="soft">${none}</li>`}</ul>`;

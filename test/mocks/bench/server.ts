import { createLocalServices } from "../../../mocks/local-services.ts";
import { listen } from "../http.ts";

/** Local services on a free port; the first line of output is their origin. */
const { origin } = await listen(createLocalServices({ standalone: true }));
process.stdout.write(`${origin}\n`);

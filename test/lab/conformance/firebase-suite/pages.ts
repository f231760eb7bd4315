import { createServer } from "node:http";

/** Serves files by path on an origin of their own. */
export async function serve(files: Record<string, string>) {
  const server = createServer(({ url: address = "/" }, response) => {
    const [url = ""] = address.split("?");
    const body = files[url];
    if (body === undefined) return response.writeHead(404).end();
    response.setHeader("content-type", `text/${url.endsWith(".js") ? "javascript" : "html"}; charset=utf-8`);
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

/** Tokens of a mailed link that this server has not signed. @param token of a link that it has */
export function forgedLinkTokens(token: string): string[] {
  const [id = "", signature = ""] = token.split(".");
  return [
    ...["", "x", id, `${id}.`, `${id}.AAAA`, `.${signature}`, `${token}A`, `${token}.x`, `${token}\n`],
    ...[
      `${id.replace(/^./, id.startsWith("0") ? "1" : "0")}.${signature}`,
      `${id.toUpperCase()}.${signature}`,
    ],
    ...[`${id}.${"A".repeat(43)}`, "' or 1=1 --"],
  ];
}

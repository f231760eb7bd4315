export const logoTexts = { home: (name: string) => `${name}, home` };

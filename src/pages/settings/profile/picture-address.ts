export const isPictureAddress = (value: string): boolean => value === "" || /^https:\/\/\S+$/.test(value);

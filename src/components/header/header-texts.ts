export const headerTexts = {
  main: "Main",
  menu: "Menu",
  openMenu: "Open menu",
  closeMenu: "Close menu",
  talk: "Let's talk",
  login: "Customer Login",
  signIn: "Sign in",
};

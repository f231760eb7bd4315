export const pageSpinnerTexts = { loading: "Loading" };

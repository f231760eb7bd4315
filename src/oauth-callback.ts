// The popup's return page. Handing the provider's answer to the tab that asked for it comes with the popup itself.
export {};

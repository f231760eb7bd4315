/** The identity service's own minimum; a project may require more, and its refusal then appears at the field. */
export const PASSWORD_RULE = "At least 6 characters.";

/** The identity service's own minimum; a project may ask for more, which its refusal then says at the field. */
export const PASSWORD_RULE = "At least 6 characters.";

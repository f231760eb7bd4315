// A sign-in popup opens here, and leaves for the provider as soon as the opener knows the address.
document.body.textContent = "Opening the sign-in page…";

// A sign-in window opens here, and leaves for the other service as soon as the opener knows its address.
document.body.textContent = "Opening the sign-in page…";

// Shows the schema with Swagger UI. What is tried out on the page goes as the reader: session and CSRF token.
const place = document.getElementById("api-docs");
const { schema, language, csrf } = place.dataset;

SwaggerUIBundle({
  url: schema,
  domNode: place,
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  validatorUrl: null,
  requestInterceptor: (request) => {
    request.headers["Accept-Language"] = language;
    if (request.method && request.method !== "GET") request.headers["X-CSRFToken"] = csrf;
    return request;
  },
});

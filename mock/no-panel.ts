// What schedkit/mock/panel is in a production build, of bundlers that know the condition `production`: nothing.

export {}

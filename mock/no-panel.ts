// Replaces schedkit/mock/panel in production builds, with bundlers that support the condition `production`.

export {}

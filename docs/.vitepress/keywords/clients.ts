/** Keywords of the guides about the client, by page and by section. */
export const CLIENTS: { readonly [page: string]: string } = {
  'guides/client':
    'tree shaking bundle size ajax xhr fetch wrapper sdk api client share types frontend authorization header token axios base url infer response type infer types inferRouterOutputs nextjs generate typescript client typed client',
  'guides/client#in-node-and-workers': 'service binding undici proxy self signed certificate agent client in node',
  'guides/client#client-timeouts-and-cancellation': 'client timeout abort request client cancel signal fetch',
  'guides/client#client-errors':
    'client error body type catch error typed errors 404 handling problem detail offline network error typeerror failed to fetch connection lost',
  'guides/client#client-headers-and-authentication':
    'client auth header client request id header per request basic api key locale',
  'guides/client#cookies-and-other-origins':
    'client credentials include cross origin cookies withcredentials samesite none samesite lax subdomain cross-site third-party cookie',
  'guides/client#dates': 'client date dates client date-time string',
  'guides/client#front-end-and-api-in-one-project':
    'deploy frontend and backend together full stack fullstack spa same server serve react app from api same process production',
  'guides/client#how-requests-are-sent':
    'client query array raw response client response headers response status and body client serialization list parameters parallel requests promise.all dedupe requests batching calls http2 multiplexing',
  'guides/client#in-a-script': 'client without bundler plain node script',
  'guides/client#retry-failed-requests': 'client idempotency key retry backoff',
  'guides/client#types-of-an-operation': 'types of a call client types result type',
  'guides/client-package': 'monorepo workspace pnpm shared types publish npm package sdk turborepo nx lerna',
  'guides/client-package#a-client-for-another-api':
    'client for third party api client from url openapi external api sdk generate client from openapi',
  'guides/client-package#in-a-monorepo':
    'share definitions share operations between services reproducible deterministic build turborepo inputs outputs nx cache',
  'guides/client-package#tanstack-query':
    'suspense prefetch on hover error boundary react query usequery usemutation useQuery type typed useQuery useMutation',
  'guides/client-package#use-the-package': 'call the api from another service microservice internal api',
  'guides/client-package#infinite-scroll': 'infinite scroll load more useinfinitequery intersection observer',
  'guides/client-package#optimistic-updates': 'optimistic update react query rollback onmutate',
  'guides/client-package#publish-from-ci-npm-github-actions':
    'publish client npm token npm publish github actions github packages registry artifactory verdaccio trusted publishing provenance release',
  'guides/client-recipes':
    'share validation front end frontend interceptor axios interceptors 401 unauthorized refresh token silent refresh form validation messages upload progress bar download save blob msw mock proxy environment options dropdown',
  'guides/client-recipes#pages-for-signed-in-users': 'protected route frontend sign in form route guard redirect',
  'guides/client-recipes#download-a-file':
    'image preview blob url save file content-disposition filename of download client unicode filename filename utf-8',
  'guides/client-recipes#base-url-per-environment-and-vite-proxy':
    'environment variables in frontend vite env vite proxy cors in development',
  'guides/client-recipes#form-errors': 'field errors react hook form seterror formik vee-validate',
  'guides/client-recipes#mock-the-api-in-tests-and-storybook':
    'storybook playwright cypress msw front end tests mock whole api mock all operations mock client msw types typed mock',
  'guides/client-recipes#show-errors-in-one-place':
    'toast show error message client global error handler notification snackbar',
  'guides/client-package#update-the-package-in-development':
    'regenerate client watch client monorepo development regenerate package',
  'guides/client-recipes#show-the-progress-of-an-upload': 'upload progress credentials cookies withcredentials xhr',
  'guides/client-recipes#validate-a-form-in-the-browser':
    'client side validation browser validation validate form before submit ajv json schema share validation',
  'guides/client-package#shared-authentication':
    'share authentication share verifiers between apis shared auth package shared middleware',
};

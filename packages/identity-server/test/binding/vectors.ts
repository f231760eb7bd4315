/**
 * Proofs that another implementation signed: `spec/vectors/registration.json`, `refresh.json` and
 * `registration-header.json` of https://github.com/SulimanAbdulrazzaq/dbsc-toolkit, whose other vectors are its own
 * extensions.
 */
export const VECTORS = {
  challenge: "KN3qw_pQxR8tY5uI8oP1aS2dF3gH4jK5lM6nO7pQ8rS",
  sessionId: "sess_3f9a1c7e8b2d4f60a1b2c3d4e5f60718",
  publicKey: {
    kty: "EC",
    crv: "P-256",
    x: "OiqsLo2Fgx8s1x5EI9bjUDi5QN9lg9_pM8VGYnvduP4",
    y: "LItgwbWewmg0rrauKI1IX4tE2WzNnmB322E4UvfSPt8",
  },
  registration:
    "eyJhbGciOiJFUzI1NiIsInR5cCI6ImRic2Mrand0IiwiandrIjp7Imt0eSI6IkVDIiwiY3J2IjoiUC0yNTYiLCJ4IjoiT2lxc0xvMkZneDhzMXg1RUk5YmpVRGk1UU45bGc5X3BNOFZHWW52ZHVQNCIsInkiOiJMSXRnd2JXZXdtZzBycmF1S0kxSVg0dEUyV3pObm1CMzIyRTRVdmZTUHQ4In19.eyJqdGkiOiJLTjNxd19wUXhSOHRZNXVJOG9QMWFTMmRGM2dINGpLNWxNNm5PN3BROHJTIn0.6YjXpu8GV1Yjw8R5qB42lh_5HPj0USF7RBAmp1gJaKIondZ0rpSIzjVvAbbztFRTGWI0jPPheN2YqDZQ8J_heg",
  refresh:
    "eyJhbGciOiJFUzI1NiIsInR5cCI6ImRic2Mrand0In0.eyJqdGkiOiJLTjNxd19wUXhSOHRZNXVJOG9QMWFTMmRGM2dINGpLNWxNNm5PN3BROHJTIn0.dZhwcoAWFE9jCoWAInYiaw9z_ZO_nJCfVv8JUGK_5xZybqIal0uWB8Svdid9A4eymcitK8amsuuhrh7t15lsew",
  header: '(ES256);path="/dbsc/registration";challenge="KN3qw_pQxR8tY5uI8oP1aS2dF3gH4jK5lM6nO7pQ8rS"',
  challengeHeader: '"KN3qw_pQxR8tY5uI8oP1aS2dF3gH4jK5lM6nO7pQ8rS";id="sess_3f9a1c7e8b2d4f60a1b2c3d4e5f60718"',
};

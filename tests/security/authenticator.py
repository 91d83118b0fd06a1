"""An authenticator made of software: it registers a passkey and answers challenges, rightly or wrongly."""

import json
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

FLAGS = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV


class SoftPasskey:
    """One passkey for the site ``rp``, whose pages stand at ``origin``."""

    def __init__(self, rp: str = "testserver", origin: str = "https://testserver") -> None:
        self.rp, self.origin = rp, origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = sha256(str(id(self)).encode()).digest()

    def register(self, options: dict[str, Any]) -> str:
        """Return the answer to the options of a registration, as the page's script would post it."""
        attested = AttestedCredentialData.create(
            b"\0" * 16, self.id, ES256.from_cryptography_key(self.key.public_key())
        )
        data = AuthenticatorData.create(
            sha256(self.rp.encode()).digest(), FLAGS | AuthenticatorData.FLAG.AT, 0, attested
        )
        attestation = AttestationObject.create("none", data, {})
        response = {"attestationObject": websafe_encode(bytes(attestation))}
        return self._posted("webauthn.create", options["publicKey"]["challenge"], response)

    def answer(self, options: dict[str, Any], handle: bytes) -> str:
        """Return the answer to the options of a login for the account with a handle."""
        client = self._client("webauthn.get", options["publicKey"]["challenge"])
        data = AuthenticatorData.create(sha256(self.rp.encode()).digest(), FLAGS, 1)
        signature = self.key.sign(bytes(data) + client.hash, ec.ECDSA(SHA256()))
        response = {
            "authenticatorData": websafe_encode(bytes(data)),
            "signature": websafe_encode(signature),
            "userHandle": websafe_encode(handle),
        }
        return self._posted("webauthn.get", options["publicKey"]["challenge"], response)

    def _client(self, kind: str, challenge: str) -> CollectedClientData:
        return CollectedClientData.create(type=kind, challenge=challenge, origin=self.origin)

    def _posted(self, kind: str, challenge: str, response: dict[str, str]) -> str:
        client = websafe_encode(bytes(self._client(kind, challenge)))
        return json.dumps(
            {
                "type": "public-key",
                "id": websafe_encode(self.id),
                "rawId": websafe_encode(self.id),
                "response": {"clientDataJSON": client, **response},
                "clientExtensionResults": {"credProps": {"rk": True}},
            }
        )

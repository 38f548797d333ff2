"""What do customers write about? Topics of messages, with their uncertainty, and topics of new messages."""

import pythemata as tm

MESSAGES = [
    "The parcel is late and the tracking page shows no courier for my delivery address",
    "My delivery was left at the wrong address, can the courier collect the parcel again?",
    "Tracking says the parcel was delivered yesterday but no courier came to my address",
    "Please change the delivery address, the parcel has not left the warehouse yet",
    "Two weeks and the parcel is still in the warehouse, tracking never changes",
    "You charged my card twice for one invoice, please refund the second payment",
    "The refund is on the invoice but the money never arrived on my card",
    "My payment was declined although the bank says the card is fine",
    "The discount is missing on the invoice, please refund the difference to my card",
    "Can I pay by bank transfer? The payment page only accepts a credit card",
    "The app crashes when I open the login screen since the last update",
    "I cannot login: the password reset mail never arrives and the app shows an error",
    "After the update the app asks for a password at every login",
    "Error on the login screen of the app, my old phone worked before the update",
    "The app freezes on a white screen; I installed the update twice on my phone",
]


def main() -> None:
    corpus = tm.Corpus.from_texts(MESSAGES, metadata={"month": [1 + d % 3 for d in range(len(MESSAGES))]}, min_documents=2)
    fit = tm.fit(corpus, model="lda", topics=3, alpha=0.1, beta=0.1, sweeps=2000, seed=1, progress=False)
    print(fit.verdict)
    print(fit.topics(words=5))
    print(fit.document_frame(top=1))
    new = fit.infer(["The courier took my parcel back to the warehouse", "After the update the app wants my card for a payment"])
    for mean, sd in zip(new.mean, new.sd):
        print("  ".join(f"topic {k} {m:.2f} (sd {s:.2f})" for k, (m, s) in enumerate(zip(mean, sd))))


if __name__ == "__main__":
    main()

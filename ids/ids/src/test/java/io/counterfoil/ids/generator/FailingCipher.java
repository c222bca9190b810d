package io.counterfoil.ids.generator;

import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.ShortBufferException;
import org.jspecify.annotations.Nullable;

/** The platform's AES, which fails once when it is told to: as a token does that has lost its session. */
public final class FailingCipher extends CipherSpi {

    /** Thrown by the next {@code doFinal} of this thread. */
    static final ThreadLocal<@Nullable Throwable> NEXT = new ThreadLocal<>();

    private final Cipher platforms;

    /** Made by the provider. */
    public FailingCipher() throws GeneralSecurityException {
        platforms = Cipher.getInstance(AesCtrStream.TRANSFORMATION);
    }

    static Provider provider() {
        return new Failing();
    }

    @SuppressWarnings("serial") // Nothing serializes it.
    private static final class Failing extends Provider {

        Failing() {
            super("Failing", "1", "AES that fails when it is told to");
            put("Cipher." + AesCtrStream.TRANSFORMATION, FailingCipher.class.getName());
        }
    }

    @Override
    protected int engineDoFinal(byte[] input, int offset, int length, byte[] output, int at)
            throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
        Throwable failure = NEXT.get();
        NEXT.remove();
        if (failure instanceof BadPaddingException checked) {
            throw checked;
        }
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        return platforms.doFinal(input, offset, length, output, at);
    }

    @Override
    protected void engineInit(int mode, Key key, AlgorithmParameterSpec parameters, SecureRandom random)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        platforms.init(mode, key, parameters);
    }

    @Override
    protected void engineSetMode(String mode) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected void engineSetPadding(String padding) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected int engineGetBlockSize() {
        return platforms.getBlockSize();
    }

    @Override
    protected int engineGetOutputSize(int length) {
        return platforms.getOutputSize(length);
    }

    @Override
    protected byte[] engineGetIV() {
        return platforms.getIV();
    }

    @Override
    protected AlgorithmParameters engineGetParameters() {
        return platforms.getParameters();
    }

    @Override
    protected void engineInit(int mode, Key key, SecureRandom random) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected void engineInit(int mode, Key key, AlgorithmParameters parameters, SecureRandom random) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected byte[] engineUpdate(byte[] input, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected int engineUpdate(byte[] input, int offset, int length, byte[] output, int at) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected byte[] engineDoFinal(byte[] input, int offset, int length) {
        throw new UnsupportedOperationException();
    }
}
